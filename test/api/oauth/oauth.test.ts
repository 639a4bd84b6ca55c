/** OAuth 2.1 with one set of servers: the flow (flow.ts), third-party clients (others.ts), storage (storage.ts) and attacks (attacks.ts). */
import { afterAll } from 'vitest';
import { startOAuth } from '#test/support/oauth-ground.ts';
import { describeAttacks } from './attacks.ts';
import { describeFlow } from './flow.ts';
import { describeOthers } from './others.ts';
import { describeStorage } from './storage.ts';

const ground = await startOAuth();
afterAll(() => ground.stop());

describeFlow(() => ground);
describeOthers(() => ground);
describeStorage(() => ground);
describeAttacks(() => ground);
