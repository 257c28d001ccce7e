import type { FastifyInstance } from 'fastify';
import type { Database } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';

const NOTIFY_EVERY_MS = 1000;
/** Below this rate, the machine is idle most of the time. */
const BUSY_REQUESTS_PER_SECOND = 20;

/** Notifies workers once a second that callers are being served here, so that analyses leave them a processor. */
export function notifyWorkersOfCallers(app: FastifyInstance, { db }: { db: Pick<Database, 'writes'> }): void {
  let served = 0;
  let isNotifying = false;
  let timer: NodeJS.Timeout;
  const notifyIfBusy = () => {
    const isBusy = served >= BUSY_REQUESTS_PER_SECOND;
    served = 0;
    if (!isBusy || isNotifying) return;
    isNotifying = true;
    notify(db.writes, 'callers_served', '')
      .catch(() => undefined) // retried in the next second
      .finally(() => {
        isNotifying = false;
      });
  };
  app.addHook('onReady', async () => {
    timer = setInterval(notifyIfBusy, NOTIFY_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onResponse', (_request, _reply, done) => {
    served += 1;
    done();
  });
}
