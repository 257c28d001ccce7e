import type { FastifyInstance } from 'fastify';
import type { Database } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';

const TOLD_EVERY_MS = 1000;
/** Who asks more seldom than this has the machine to itself most of the time. */
const CALLERS_FROM_A_SECOND = 20;

/** Tells workers once a second that callers are served here: an analysis then leaves them a processor. */
export function tellOfCallers(app: FastifyInstance, { db }: { db: Pick<Database, 'writes'> }): void {
  let served = 0;
  let isTelling = false;
  let timer: NodeJS.Timeout;
  const tell = () => {
    const isBusy = served >= CALLERS_FROM_A_SECOND;
    served = 0;
    if (!isBusy || isTelling) return;
    isTelling = true;
    notify(db.writes, 'callers_served', '')
      .catch(() => undefined) // the next second tells
      .finally(() => {
        isTelling = false;
      });
  };
  app.addHook('onReady', async () => {
    timer = setInterval(tell, TOLD_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onResponse', (_request, _reply, done) => {
    served += 1;
    done();
  });
}
