import type { Texts } from './en.ts';

type FurtherForm<Key> = Key extends `${infer Name}_other` ? `${Name}_${'zero' | 'two' | 'few' | 'many'}` : never;

/** The texts of a language: the keys of English, and the plural forms that English does not have. */
export type Translation<Tree = Texts> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Translation<Tree[Key]>;
} & { readonly [Key in keyof Tree as FurtherForm<Key>]?: string };
