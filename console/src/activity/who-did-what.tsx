import { Trans, useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { useSession } from '../api/session.ts';
import { useActorName } from './actor.ts';

/** "Marta Keller imported 42 questions" or "You imported 42 questions". */
export function WhoDidWhat({ change: { actor, kind, count } }: { change: Change }) {
  const { t } = useTranslation();
  const name = useActorName(actor);
  const isOwn = useSession()?.principal === actor;
  const did = t(`activity.did.${kind}`, { count });
  return (
    <Trans
      i18nKey={isOwn ? 'activity.youDid' : 'activity.somebodyDid'}
      values={{ name, did }}
      components={{ b: <b data-bank /> }}
    />
  );
}
