// This file is copied next to the installed package and run there. It serves only the questions table, over REST, with
// a pool of ten.
import { create } from '@platformatic/db';

const server = { hostname: '127.0.0.1', port: Number(process.env.PORT), logger: { level: 'error' } };
const app = await create(
  import.meta.dirname,
  {
    server,
    db: {
      connectionString: process.env.DATABASE_URL,
      poolSize: 10,
      openapi: true,
      graphql: false,
      events: false,
      include: { questions: true },
    },
  },
  { isEntrypoint: true, serverConfig: server },
);
await app.start({ listen: true });
