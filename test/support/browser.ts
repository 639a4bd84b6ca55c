/** A headless Chromium that talks to nobody but the test; null where none is installed. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without a sandbox and a GPU, as containers have it, and without Chromium's own calls home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
];

export const chromiumPath = paths.find((path) => existsSync(path)) ?? null;

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath!, args, headless: true });
