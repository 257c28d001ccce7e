import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../server/src/store/migrations.ts';
import { seedBank } from './seed.ts';

const SETTINGS = {
  shared_buffers: '4GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  work_mem: '64MB',
  effective_cache_size: '16GB',
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '1000000' }, directory: { type: 'string', default: '.quaestor/bench' } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

switch (positionals[0]) {
  case 'seed': {
    const postgres = await startEmbeddedPostgres(values.directory, SETTINGS);
    await migrate(postgres.url);
    await seedBank(postgres.url, Number(values.count), say);
    say(`DATABASE_URL=${postgres.url}`);
    break;
  }
  default:
    say('usage: npm run bench -- seed --count 1000000 [--directory .quaestor/bench]');
    process.exitCode = 2;
}
