/** Starts a headless Chromium that connects only to the test; null if none is installed. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Options for containers, without sandbox and GPU, and without Chromium's own requests. */
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
