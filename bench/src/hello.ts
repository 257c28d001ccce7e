import { fastify } from 'fastify';

/** A minimal Fastify service, the yardstick for replies that need no database. */
const app = fastify();
app.get('/', async () => ({ hello: 'world' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
