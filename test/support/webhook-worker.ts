/** A matcher or a deliverer as a process of its own, to be killed: `match` or `deliver`, NATS's address, origins allowed. */
import { openWebhookGround } from './webhook-ground.ts';

const [role, url = '', origins = ''] = process.argv.slice(2);
const ground = await openWebhookGround(url);
await (role === 'match' ? ground.match() : ground.deliver({ origins: origins.split(','), schedule: [200, 200, 200, 200] }));
process.stdout.write('ready\n');
