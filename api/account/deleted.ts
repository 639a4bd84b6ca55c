/** The page shown after an account was deleted. */
import { h } from './element.ts';
import type { OpenPage } from './visit.ts';

export const deletedPage: OpenPage = {
  access: 'everybody',
  path: '/account/deleted/',
  get: async () => ({
    kind: 'page',
    title: 'Your account is deleted',
    content: h('p', {}, 'Its keys stop working within seconds, and its data is deleted.'),
  }),
};
