/** Options of the API that messages name, as this program's options. */
const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/`category_map`/gu, '`--map-category`'],
  [/`field_map`/gu, '`--map-field`'],
  [/`header_row`/gu, '`--header-row`'],
  [/`defaults`/gu, '`--default`'],
  [/`?\bcreate_categories=true\b`?/gu, '`--create-categories`'],
  [/`?\bon_duplicate=(\w+)`?/gu, '`--on-duplicate $1`'],
  [/`?\bmode=valid_only\b`?/gu, '`--mode valid_only`'],
  [/`?\bdefaults=\{"(\w+)":"?(\w+)"?[^}]*\}`?/gu, '`--default $1=$2`'],
  [/\bGET \/imports\/\{id\}\/reports says why/gu, 'The reports say why'],
];

/** A message of the API in the words of the command line. */
export function withFlagNames(message: string): string {
  return FLAGS.reduce((text, [pattern, flag]) => text.replace(pattern, flag), message);
}
