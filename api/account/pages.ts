/** Every page of the account area. Pages with a label are in the navigation, in this order. */
import { alertsPage } from './alerts.ts';
import { signUpPage, resetPage } from './ask-for-link.ts';
import { connectionsPage } from './connections.ts';
import { linkPage } from './follow-link.ts';
import { keysPage } from './keys.ts';
import { deletedPage, settingsPage } from './settings.ts';
import { signInPage, signOutPage } from './sign-in.ts';
import { usagePage } from './usage.ts';
import type { AreaPage, OwnPage } from './visit.ts';
import { watchlistPage } from './watchlist.ts';
import { webhooksPage } from './webhooks.ts';

export const areaPages: readonly AreaPage[] = [
  usagePage,
  keysPage,
  watchlistPage,
  alertsPage,
  webhooksPage,
  connectionsPage,
  settingsPage,
  signInPage,
  signOutPage,
  signUpPage,
  resetPage,
  linkPage,
  deletedPage,
];

export const listedPages: readonly OwnPage[] = areaPages.filter((page): page is OwnPage => page.access === 'signed-in' && page.label !== undefined);
