/** The sheet that a game hands out as its template: options side by side, and the numbers of the right ones. */
export interface GameSheet {
  /** Names that its header has, as `headerKey` writes them. */
  header: readonly string[];
  /** Whether the first row below the header explains the columns. */
  isHelp?: (cells: readonly string[]) => boolean;
  /** What the column "Question Type" says. */
  kindOf?: (type: string) => 'choice' | 'several' | 'words' | 'unsupported';
}
