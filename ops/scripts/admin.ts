/** `npm run admin -- …`: accounts, their plans and keys, and their subscriptions, for an operator. */
import { ConfigError } from '#schemas/config.ts';
import { AccountError } from '../accounts/account-entries.ts';
import { runAdmin } from './admin/run-admin.ts';
import { applyFromCommandLine } from './apply.ts';
import { runCommand } from './service-config.ts';

await runCommand(
  () => {
    const [first, ...rest] = process.argv.slice(2);
    if (first === 'apply') return applyFromCommandLine(rest);
    // A reader that stops early, such as `head`, has closed the pipe.
    process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
    return runAdmin(process.argv.slice(2), process.env, process.stdout);
  },
  (error) => error instanceof AccountError || error instanceof ConfigError,
);
