/** Runs a matcher or a deliverer in its own process, for kills. Arguments: `match` or `deliver`, the address of NATS, allowed origins. */
import { openWebhookGround } from './webhook-ground.ts';

const [role, url = '', origins = ''] = process.argv.slice(2);
const ground = await openWebhookGround(url);
await (role === 'match' ? ground.match() : ground.deliver({ origins: origins.split(','), schedule: [200, 200, 200, 200] }));
process.stdout.write('ready\n');
