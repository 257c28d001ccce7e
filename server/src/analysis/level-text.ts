import { DIFFICULTIES } from '../domain/questions/difficulty.ts';
import { say, type Text } from '../domain/sentences/sentence.ts';

/** The name of a level on an axis. */
export function levelText(level: number): Text {
  return DIFFICULTIES.some((one) => one.level === level) ? say(`terms.level.${level}`) : String(level);
}
