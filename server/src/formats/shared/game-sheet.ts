/** The sheet that a game provides as its template: options side by side, and the numbers of the right ones. */
export interface GameSheet {
  /** The column names of its header, as `headerKey` writes them. */
  header: readonly string[];
  /** Whether the first row below the header explains the columns. */
  isHelp?: (cells: readonly string[]) => boolean;
  /** The values of the column "Question Type". */
  kindOf?: (type: string) => 'choice' | 'several' | 'words' | 'unsupported';
}
