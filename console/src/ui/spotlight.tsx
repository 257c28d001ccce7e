import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { SearchIcon } from './icons.tsx';

const [store, actions] = createSpotlight();

export const openSpotlight = (): void => actions.open();

export interface Command {
  id: string;
  label: string;
  /** A second line. */
  detail?: string;
  onRun: () => void;
}

interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

interface PaletteProps {
  label: string;
  placeholder: string;
  nothing: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup[];
}

/** The command palette (Ctrl K), which finds questions, pages and settings. */
export function CommandPalette({ label, placeholder, nothing, query, onQuery, groups }: PaletteProps) {
  const isEmpty = groups.every(({ commands }) => commands.length === 0);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQuery}
      shortcut={null}
      clearQueryOnClose
      maxHeight={420}
      scrollable
      zIndex={450}
      attributes={{ content: { 'aria-label': label } }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Spotlight.Search placeholder={placeholder} aria-label={placeholder} leftSection={<SearchIcon />} />
      <Spotlight.ActionsList>
        {groups.map((group) =>
          group.commands.length === 0 ? null : (
            <Spotlight.ActionsGroup key={group.label} label={group.label}>
              {group.commands.map(({ id, label: name, detail, onRun }) => (
                <Spotlight.Action
                  key={id}
                  label={name}
                  {...(detail !== undefined && { description: detail })}
                  onClick={onRun}
                  highlightQuery={false}
                />
              ))}
            </Spotlight.ActionsGroup>
          ),
        )}
        {isEmpty && <Spotlight.Empty>{nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
