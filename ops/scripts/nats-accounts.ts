/** Prints ops/deploy/nats-accounts.conf from the table of users; a test compares the file with it. */
import { natsAccountsText } from '../nats/nats-users.ts';
import { runCommand } from './service-config.ts';

/** Returns the file's text, in which the passwords are names of environment variables. */
export const deployedAccounts = (): string =>
  `# Printed by: node ops/scripts/nats-accounts.ts\n${natsAccountsText({
    admin: '$NATS_ADMIN_PASSWORD',
    pipeline: '$NATS_PIPELINE_PASSWORD',
    webhooks: '$NATS_WEBHOOKS_PASSWORD',
    api: '$NATS_API_PASSWORD',
  })}`;

if (import.meta.main) await runCommand(async () => void process.stdout.write(deployedAccounts()));
