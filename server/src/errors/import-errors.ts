/** The part of the error catalogue that is about imports; see errors.ts. */
export const importErrors = {
  empty_file: {
    status: 400,
    title: 'The file is empty',
    cause: 'The body of POST /imports is the file itself, and it has no bytes.',
    fix: 'Send the file as the body: `curl --data-binary @questions.csv`. With `-d` curl drops line breaks.',
  },
  unknown_format: {
    status: 400,
    title: 'Unknown file format',
    cause: 'Neither the content of the file nor its Content-Type or name reveals its format.',
    fix: 'Specify the format: `?format=csv`. The detail lists the formats that can be read.',
  },
  import_not_found: {
    status: 404,
    title: 'No such import',
    cause: 'You have no import with this id, or it ended more than 30 days ago.',
    fix: 'GET /imports lists your imports.',
  },
  import_finished: {
    status: 409,
    title: 'The import has ended',
    cause: 'Only an import that is queued or running can be canceled.',
    fix: 'To undo what it has written, send POST /imports/{id}/revert.',
  },
  import_unfinished: {
    status: 409,
    title: 'The import has not ended',
    cause: 'Only an import that has succeeded can be undone.',
    fix: 'Wait for its end, or send POST /imports/{id}/cancel: what it has written so far is then undone.',
  },
  import_undone: {
    status: 409,
    title: 'The import was undone',
    cause: 'The import was undone, is being undone, or has written nothing.',
    fix: 'No action is needed: `undo` of GET /imports/{id} says how far it is.',
  },
  import_rejected: {
    status: 422,
    title: 'Items of the file were rejected',
    cause:
      'With `mode=all_or_nothing`, an import writes nothing if any item of the file is rejected. This is the `error` of an import that failed.',
    fix: 'Fix the items that GET /imports/{id}/reports lists, or import the valid items with `mode=valid_only`.',
  },
  missing_defaults: {
    status: 422,
    title: 'A required field is missing from the whole file',
    cause:
      'No question of the file has the field: its format does not have it. This is the `error` of an import that failed.',
    fix: 'Set a value for all questions, such as `defaults={"difficulty":1}`.',
  },
  too_many_errors: {
    status: 422,
    title: 'Too many errors in the file',
    cause: 'The file has more than 100,000 errors. This is the `error` of an import that failed.',
    fix: 'The detail names the most frequent one. Set a missing value for all questions with `defaults`, name fields with `columns` or `field_map`, or specify the `format`.',
  },
  wrong_format: {
    status: 422,
    title: 'The file is not in this format',
    cause: 'The content of the file does not match its format. This is the `error` of an import that failed.',
    fix: 'Specify the format with `format`, or omit it to have the format detected.',
  },
  invalid_encoding: {
    status: 422,
    title: 'The encoding of the file is wrong',
    cause: 'The file has bytes that are invalid in its encoding, or the encoding is unknown.',
    fix: 'Save the file as UTF-8, or specify its encoding with `encoding`.',
  },
  item_too_long: {
    status: 422,
    title: 'A part of the file is too long',
    cause:
      'A line, a cell or an item of the file has more than a megabyte. This is the `error` of an import that failed.',
    fix: 'Check the place that the detail names; an unclosed quote turns many lines into one cell.',
  },
  too_large: {
    status: 422,
    title: 'The file is too large unpacked',
    cause: 'The package or workbook has more content than can be read, or is compressed suspiciously well.',
    fix: 'Split it into several files.',
  },
  too_many: {
    status: 422,
    title: 'The file has too many parts',
    cause: 'The package or workbook has more entries than can be read.',
    fix: 'Split it into several files.',
  },
  too_complex: {
    status: 422,
    title: 'The file is too expensive to read',
    cause:
      'Reading the file needs more memory or processor time than an import of its size may use. This is the `error` of an import that failed.',
    fix: 'Split it into several files, or save it in a simpler format such as CSV.',
  },
  unknown_sheet: {
    status: 422,
    title: 'The workbook has no such sheet',
    cause: 'The parameter `sheet` names no sheet of the workbook. This is the `error` of an import that failed.',
    fix: 'Use one of the names that the detail lists, or omit `sheet` to read every visible sheet with a header.',
  },
  no_header: {
    status: 422,
    title: 'The table has no header',
    cause: 'None of the first rows has a column name for the question and one for the answer.',
    fix: 'Add a header row, or name the columns with `columns=["question_text","correct_answer"]`.',
  },
  opentdb_error: {
    status: 422,
    title: 'The file is an error response of OpenTDB',
    cause: 'The response of OpenTDB has a code other than 0 and no questions.',
    fix: 'Download it from OpenTDB again: the detail explains the code.',
  },
  invalid_xml: {
    status: 422,
    title: 'The file is not valid XML',
    cause: 'The XML of the file or of a part of it is not well-formed.',
    fix: 'Export the file again; the detail names the place.',
  },
  xml_doctype: {
    status: 422,
    title: 'The file declares entities',
    cause: 'The XML has an internal document type, which can be used to attack the reader.',
    fix: 'Remove the declaration in `<!DOCTYPE … [ … ]>`.',
  },
  invalid_zip: {
    status: 422,
    title: 'The file is not a valid package',
    cause: 'The zip of the package or workbook is damaged, encrypted, or compressed in a way that is not supported.',
    fix: 'Export it again, without a password.',
  },
  unsafe_path: {
    status: 422,
    title: 'The package contains a path outside of itself',
    cause: 'An entry of the zip has a name that leads out of the package.',
    fix: 'Do not trust the file. Pack it again with relative names.',
  },
  missing_file: {
    status: 422,
    title: 'A part of the package is missing',
    cause: 'The package lacks a file that it needs, such as its manifest.',
    fix: 'Export it again, and do not repack it by hand.',
  },
  worker_lost: {
    status: 500,
    title: 'Workers were lost while they ran the job',
    cause:
      'Two processes in a row ended while they ran the job, without any progress. It is not retried. What an import had written is undone.',
    fix: 'Check the log of the workers; the usual cause is a lack of memory. Then try again with less at a time, such as parts of the file.',
  },
  job_failed: {
    status: 500,
    title: 'The job failed',
    cause: 'The job met an error that it could not recover from. What an import had written is undone.',
    fix: 'Try again; if it persists, report the detail.',
  },
} as const;
