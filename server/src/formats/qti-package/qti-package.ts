import { FormatError, type Input, type ReadOptions, type Row } from '../format.ts';
import { Package } from '../shared/zip.ts';
import { findItemFiles } from './manifest.ts';
import { readQtiXml } from './qti-xml.ts';

/** Reads a zip with a manifest: QTI 1.2, 2.1, 2.2 or 3.0, a Common Cartridge, an export of Canvas or Blackboard. */
export async function* readQtiPackage(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const zip = await Package.open(input, options);
  let found = false;
  const named = await findItemFiles(zip);
  // Some manifests name no types: then every XML file may be an item.
  const files = named.length > 0 ? named : zip.names.filter((name) => /(?<!imsmanifest)\.xml$/u.test(name));
  for (const file of files) {
    try {
      for await (const row of readQtiXml(zip.read(file), { ...options, file })) {
        found ||= row.kind !== 'note';
        if (row.kind !== 'note' || row.code !== 'no_questions') yield row;
      }
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === 'invalid_zip' || error.code === 'too_complex') throw error;
      if (named.length === 0 && error.code === 'wrong_format') continue;
      // A bad file must not prevent reading the others.
      found = true;
      yield {
        kind: 'report',
        place: { ...error.place, file },
        code: 'broken',
        detail: error.message,
        value: file,
        raw: '',
      };
    }
  }
  if (!found)
    yield {
      kind: 'note',
      place: {},
      code: 'no_questions',
      detail: 'The package has no assessments and no questions.',
      value: '',
    };
}
