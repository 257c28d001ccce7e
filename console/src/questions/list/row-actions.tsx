import { useNavigate } from '@tanstack/react-router';
import { type ButtonHTMLAttributes, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { HistoryIcon, MoreIcon, PencilIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { QuestionSearch } from '../search.ts';
import styles from './list.module.css';

interface RowActionsProps {
  id: string;
  text: string;
  search: QuestionSearch;
  /** While its menu is open, the row keeps its actions, wherever the pointer is. */
  onHeld: (isHeld: boolean) => void;
}

/** The actions in the last cell of the row under the pointer or with the focus. */
export function RowActions({ id, text, search, onHeld }: RowActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMay('questions:write');
  const [opened, setOpened] = useState(false);
  const hold = (isOpen: boolean) => {
    setOpened(isOpen);
    onHeld(isOpen);
  };
  const address = `${location.origin}/questions/${id}`;
  const copy = async (copied: string) => {
    await navigator.clipboard.writeText(copied);
    showToast(t('action.copied'));
  };
  const open = (tab?: 'history') =>
    void navigate({ to: '/questions/$id', params: { id }, search: { ...search, ...(tab !== undefined && { tab }) } });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the row must not open
    <div className={styles['actions']} onClick={(event) => event.stopPropagation()}>
      {mayWrite && (
        <Action label={t('tools.edit')} text={text} onClick={() => open()}>
          <PencilIcon />
        </Action>
      )}
      <Action label={t('tools.history')} text={text} onClick={() => open('history')}>
        <HistoryIcon />
      </Action>
      <Menu opened={opened} onChange={hold} position="bottom-end" width={180} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Action label={t('tools.more')} text={text}>
            <MoreIcon />
          </Action>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (
            <Menu.Item onClick={() => void navigate({ to: '/questions/new', search: { ...search, copy: id } })}>
              {t('tools.duplicate')}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void copy(id)}>{t('tools.copyId')}</Menu.Item>
          <Menu.Item onClick={() => void copy(address)}>{t('tools.copyLink')}</Menu.Item>
          <Menu.Item onClick={() => void copy(`curl ${address} -H "Authorization: Bearer $QUAESTOR_TOKEN"`)}>
            {t('tools.copyCurl')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface ActionProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  /** The text of the question, which distinguishes this button from those of other rows for screen readers. */
  text: string;
  ref?: Ref<HTMLButtonElement>;
}

function Action({ label, text, ...rest }: ActionProps) {
  return (
    <button
      type="button"
      {...rest}
      className="button" // a menu gives its target a class of its own, without a look
      data-kind="quiet"
      data-icon
      data-size="small"
      aria-label={`${label}: ${text}`}
      title={label}
    />
  );
}
