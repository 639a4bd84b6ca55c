/**
 * `oidc-provider`, by its parts: its own entry file writes a warning to the console of every process whose Node.js is not of the
 * long-term line yet, where the API writes its log. The parts are the same.
 */
import { createRequire } from 'node:module';
import type * as Library from 'oidc-provider';

const require = createRequire(import.meta.url);

export const { Provider } = require('oidc-provider/lib/provider.js') as Pick<typeof Library, 'Provider'>;
export const errors = require('oidc-provider/lib/helpers/errors.js') as (typeof Library)['errors'];
export const interactionPolicy = require('oidc-provider/lib/helpers/interaction_policy/index.js') as (typeof Library)['interactionPolicy'];
