import { MAX_RECORD_LENGTH, type Row } from '../format.ts';
import type { Line } from '../shared/lines.ts';
import {
  addLine,
  addOptions,
  bulletsToText,
  type Current,
  continueOption,
  isAnswerable,
  isAnswered,
  isComplete,
  type Marks,
  noteOf,
  rejoin,
  startQuestion,
  strayOption,
  tooLong,
} from './current.ts';
import { Key, readPairs } from './key.ts';
import { isBlank, readLabel } from './labels.ts';
import {
  cleanLine,
  type Numbered,
  type Option,
  type OptionLine,
  optionOf,
  readBareNumber,
  readBullet,
  readNumber,
  readOptions,
} from './line.ts';
import { readTrueFalse } from './marks.ts';
import type { Fields } from './question.ts';
import { Waiting } from './waiting.ts';

const NAMES: Readonly<Record<keyof Fields, string>> = {
  category: 'Category',
  topic_focus: 'Topic',
  difficulty: 'Level',
};

/** Combines the lines of a text into questions, which then wait for a key. */
export class Lines {
  readonly #waiting = new Waiting();
  #current: Current | undefined;
  #key: Key | undefined;
  /** The last lines, if only the next ones show what they are: the text of a question without a number, or a heading. */
  #loose: Line[] = [];
  #looseLength = 0;
  #hasBlankAboveLoose = false;
  #isAfterBlank = false;
  /** Fields that apply to all questions below. */
  #section: Fields = {};
  /** Fields in a paragraph after a question: for it, or for the questions below. */
  #between: Fields | undefined;
  #lastNumber = 0;
  #hasBareNumbers = false;
  #rows: Row[] = [];

  /** The rows that are final after this line. */
  push({ number, text }: Line): Row[] {
    const line = { number, text: cleanLine(text) };
    if (line.text !== '') this.#read(line);
    this.#isAfterBlank = line.text === '';
    return this.#take();
  }

  end(): Row[] {
    this.#endQuestion();
    this.#dropLoose();
    this.#rows.push(...this.#waiting.end(this.#key));
    return this.#take();
  }

  #take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #add(item: Current | Row): void {
    this.#rows.push(...this.#waiting.add(item));
  }

  #read(line: Line): void {
    if (this.#key !== undefined && this.#readKey(this.#key, line)) return;
    if (this.#readLabel(line) || this.#readValue(line) || this.#readPairs(line)) return;
    if (this.#readOptions(line) || this.#readNumber(line)) return;
    this.#readText(line);
  }

  #readKey(key: Key, line: Line): boolean {
    if (key.take(line.text, line.number)) return true;
    if (readOptions(line.text) !== undefined) {
      const question = key.untake();
      this.#endKey(key);
      if (question !== undefined) this.#readNumber(question);
      return false;
    }
    if (readNumber(line.text) === undefined && readLabel(line.text) === undefined) {
      this.#add(noteOf([line], 'The line is not a part of the key, and was not imported.'));
      return true;
    }
    this.#endKey(key);
    return false;
  }

  #startKey({ number }: Line, text: string): void {
    this.#endQuestion();
    this.#dropLoose();
    this.#key = new Key(number);
    if (text !== '') this.#key.take(text, number);
  }

  #endKey(key: Key): void {
    this.#rows.push(...this.#waiting.end(key));
    this.#key = undefined;
    this.#lastNumber = 0;
  }

  /** "1. B  2. C" without a heading. */
  #readPairs(line: Line): boolean {
    const first = readPairs(line.text)?.[0];
    if (first === undefined) return false;
    const current = this.#current;
    const isOwn = current?.number === first.number && current.options.length > 0 && !isAnswered(current);
    if (!isOwn && !this.#waiting.hasOpen(first.number)) return false;
    this.#startKey(line, line.text);
    return true;
  }

  #readLabel(line: Line): boolean {
    const found = readLabel(line.text);
    if (found === undefined) return false;
    const { label, value } = found;
    if (label === 'key' || label === 'answer') return this.#readAnswer(line, label, value);
    if (label === 'explanation') return this.#readExplanation(line, value);
    if (value !== '') this.#readField(line, label, value);
    return true;
  }

  #readAnswer(line: Line, label: 'key' | 'answer', value: string): boolean {
    const current = this.#current;
    const pairs = readPairs(value)?.length ?? 0;
    const isKey = label === 'key' ? value === '' || pairs > 0 : pairs > 1;
    if (isKey && current === undefined && this.#waiting.isEmpty) return false; // a title
    if (isKey) {
      this.#startKey(line, value);
      return true;
    }
    const isOther = this.#loose.length > 0 && (current === undefined || isAnswered(current));
    const target = isOther ? this.#startUnnumbered() : current;
    if (target === undefined) this.#add(noteOf([line], 'There is no question above this answer.'));
    else {
      this.#continue(target, line);
      if (isBlank(value)) target.awaiting = true;
      else target.answers.push(value);
    }
    return true;
  }

  #readExplanation(line: Line, value: string): boolean {
    const current = this.#current;
    if (current === undefined) return false;
    this.#continue(current, line);
    if (value !== '') current.explanation.push(value);
    current.explaining = true;
    current.closed = true;
    return true;
  }

  /** The line directly below an empty "Answer:". */
  #readValue(line: Line): boolean {
    const current = this.#current;
    if (current?.awaiting !== true) return false;
    delete current.awaiting;
    const isOption = current.options.length === 0 && readOptions(line.text) !== undefined;
    const isNumber = readNumber(line.text) !== undefined || readPairs(line.text) !== undefined;
    if (isOption || isNumber || isBlank(line.text) || this.#isAfterBlank) return false;
    addLine(current, line);
    current.answers.push(line.text);
    return true;
  }

  /**
   * A field above the first question, or in a paragraph of its own between two, applies to all questions below it. In
   * the paragraph of a question, it applies to this question.
   */
  #readField(line: Line, label: keyof Fields, value: string): void {
    const current = this.#current;
    if (current === undefined) {
      this.#dropLoose();
      this.#section[label] = value;
    } else if (this.#between !== undefined && !this.#isAfterBlank) {
      this.#between[label] = value;
    } else if (this.#isAfterBlank && current.spaced !== true && isAnswerable(current)) {
      this.#settleFields(true);
      this.#between = { [label]: value };
    } else {
      this.#continue(current, line);
      current.fields[label] = value;
      current.closed = true;
    }
  }

  #settleFields(isSection: boolean): void {
    const fields = this.#between;
    this.#between = undefined;
    if (fields === undefined) return;
    if (isSection || this.#current === undefined) Object.assign(this.#section, fields);
    else {
      Object.assign(this.#current.fields, fields);
      for (const [name, value] of Object.entries(fields))
        this.#current.raw.push(`${NAMES[name as keyof Fields]}: ${value}`);
    }
  }

  #readOptions(line: Line): boolean {
    const lettered = readOptions(line.text);
    if (lettered !== undefined) return this.#readLettered(line, lettered);
    const current = this.#current;
    if (current === undefined || isComplete(current)) return false;
    const { marks } = current;
    const number = marks === undefined || marks === 'numbers' ? readNumber(line.text) : undefined;
    if (number !== undefined && isNumberedOption(current, number))
      return this.#addOptions(current, line, [optionOf('', number.text, false)], 'numbers');
    const bullet = marks === undefined || marks === 'bullets' ? readBullet(line.text) : undefined;
    if (bullet !== undefined) return this.#addOptions(current, line, [bullet], 'bullets');
    const words = marks === undefined || marks === 'words' ? readTrueFalse(line.text) : undefined;
    if (words === undefined) return false;
    const options = words.map((word) => ({ letter: '', ...word }));
    return this.#addOptions(current, line, options, 'words');
  }

  #readLettered(line: Line, { options, single }: OptionLine): boolean {
    const { letter } = single;
    if (this.#current !== undefined && this.#loose.length === 0) rejoin(this.#current, letter);
    if (letter === 'a' && this.#isNewQuestion()) this.#startUnnumbered();
    const current = this.#current;
    if (current === undefined) {
      if (letter === 'a') this.#add(strayOption(line));
      return letter === 'a';
    }
    if (letter === 'a' && current.marks === 'bullets') bulletsToText(current);
    if (current.options.length === 0 && letter !== 'a') return false;
    const from = current.options.length;
    this.#addOptions(current, line, options, 'letters');
    if (options.length > 1) current.split = { from, single };
    return true;
  }

  /** Whether the loose lines are the text of the options from a) on. */
  #isNewQuestion(): boolean {
    const current = this.#current;
    if (this.#loose.length === 0) return false;
    if (current === undefined) return true;
    const isList = current.marks === 'bullets' && !isAnswered(current) && !this.#hasBlankAboveLoose;
    return current.options.length > 0 && !isList;
  }

  #addOptions(current: Current, line: Line, options: readonly Option[], marks: Marks): true {
    this.#continue(current, line);
    addOptions(current, options, marks);
    return true;
  }

  #readNumber(line: Line): boolean {
    const isFirst = this.#current === undefined && this.#lastNumber === 0;
    const next = isFirst ? 1 : this.#lastNumber + 1;
    const bare = isFirst || this.#hasBareNumbers ? readBareNumber(line.text, next) : undefined;
    const found = readNumber(line.text) ?? bare;
    if (found === undefined) return false;
    if (found.style === 'bare') this.#hasBareNumbers = true;
    this.#lastNumber = found.number;
    this.#endQuestion(true);
    this.#dropLoose();
    this.#current = startQuestion(line, found, this.#section);
    return true;
  }

  /** The loose lines are the text of a question without a number. */
  #startUnnumbered(): Current {
    const [first = { number: 1, text: '' }, ...rest] = this.#loose;
    this.#clearLoose();
    this.#endQuestion(true);
    const current = startQuestion(first, { number: undefined, style: '', text: first.text }, this.#section);
    for (const line of rest) {
      addLine(current, line);
      current.stem.push(line.text);
    }
    this.#current = current;
    return current;
  }

  #readText(line: Line): void {
    const current = this.#current;
    if (current !== undefined && !this.#isAfterBlank && this.#loose.length === 0) {
      if (current.explaining === true || !isAnswerable(current)) {
        addLine(current, line);
        (current.explaining === true ? current.explanation : current.stem).push(line.text);
        return;
      }
    }
    if (this.#isAfterBlank) {
      this.#settleFields(true);
      if (current === undefined || isAnswerable(current)) this.#endParagraph();
    }
    if (this.#loose.length === 0) this.#hasBlankAboveLoose = this.#isAfterBlank;
    this.#looseLength += line.text.length;
    if (this.#looseLength > MAX_RECORD_LENGTH) throw tooLong(this.#loose[0]?.number ?? line.number);
    this.#loose.push(line);
  }

  /** Another part of the question follows, which shows what the loose lines above it are. */
  #continue(current: Current, line: Line): void {
    this.#settleFields(false);
    if (this.#isAfterBlank) current.spaced = true;
    if (!isAnswerable(current)) {
      for (const { text } of this.#loose) current.stem.push(text);
      for (const one of this.#loose) addLine(current, one);
      this.#clearLoose();
    } else this.#endParagraph();
    addLine(current, line);
  }

  /** The loose lines continue the last option, or are no part of a question. */
  #endParagraph(): void {
    const current = this.#current;
    const isContinued =
      current !== undefined &&
      !this.#hasBlankAboveLoose &&
      this.#loose.length > 0 &&
      continueOption(current, this.#loose);
    if (!isContinued) return this.#dropLoose();
    for (const one of this.#loose) addLine(current, one);
    this.#clearLoose();
  }

  #endQuestion(isSection = false): void {
    this.#settleFields(isSection);
    const current = this.#current;
    if (current === undefined) return;
    const heading = this.#hasBlankAboveLoose ? this.#loose : [];
    if (heading.length > 0) this.#clearLoose();
    else this.#endParagraph();
    this.#current = undefined;
    this.#add(current);
    if (heading.length > 0) this.#add(noteOf(heading, STRAY_TEXT));
  }

  #dropLoose(): void {
    if (this.#loose.length > 0) this.#add(noteOf(this.#loose, STRAY_TEXT));
    this.#clearLoose();
  }

  #clearLoose(): void {
    this.#loose = [];
    this.#looseLength = 0;
  }
}

const STRAY_TEXT = 'The text is not a part of a question, and was not imported.';

/** Options numbered in another style than the question. */
function isNumberedOption({ number, style, options }: Current, found: Numbered): boolean {
  const isOther = found.style !== style && found.style !== 'word';
  return number !== undefined && isOther && found.number === options.length + 1;
}
