/** A matcher or a deliverer as a process of its own, for kills. Arguments: `match` or `deliver`, NATS's address, allowed origins. */
import { openWebhookGround } from './webhook-ground.ts';

const [role, url = '', origins = ''] = process.argv.slice(2);
const ground = await openWebhookGround(url);
await (role === 'match' ? ground.match() : ground.deliver({ origins: origins.split(','), schedule: [200, 200, 200, 200] }));
process.stdout.write('ready\n');
