import styles from './rows.module.css';

/** A text with highlighted parts, which do not rely on colour alone. */
export function MarkedText({ text, spans }: { text: string; spans: readonly (readonly [number, number])[] }) {
  const pieces: { start: number; text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    pieces.push({ start: at, text: text.slice(at, start), isMarked: false });
    pieces.push({ start, text: text.slice(start, end), isMarked: true });
    at = end;
  }
  pieces.push({ start: at, text: text.slice(at), isMarked: false });
  return (
    <>
      {pieces
        .filter((piece) => piece.text !== '')
        .map((piece) =>
          piece.isMarked ? (
            <mark key={piece.start} className={styles['mark']}>
              {piece.text}
            </mark>
          ) : (
            <span key={piece.start}>{piece.text}</span>
          ),
        )}
    </>
  );
}
