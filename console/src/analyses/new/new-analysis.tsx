import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnalysisRequest, ApiError } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { compact, countFilters, type QuestionSearch, readSearch, type SearchChange } from '../../questions/search.ts';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../analyses.module.css';
import { filterOf, TYPES, type TypeName } from '../model.ts';
import { analysisKeys, typesQuery } from '../queries.ts';
import { CodeTabs } from './code-tabs.tsx';
import own from './new.module.css';
import { ParameterFields } from './parameter-fields.tsx';
import { type Raws, readRaws, type Schema } from './parameters.ts';
import { Count, ScopeFilter } from './scope.tsx';

/** Chooses the type, the questions and the settings. The address holds the first two. */
export function NewAnalysis() {
  const { t } = useTranslation();
  useTitle(t('analysis.new'));
  const navigate = useNavigate();
  const client = useQueryClient();
  const { type = TYPES[0], ...rest } = useSearch({ from: '/framed/analyses/new' });
  const search = readSearch({ ...rest });
  const [isPart, setIsPart] = useState(countFilters(search) > 0);
  const [other, setOther] = useState<QuestionSearch>({});
  const [raws, setRaws] = useState<Raws>({});
  const { data: types, error: typesError } = useQuery(typesQuery);
  const info = types?.data.find(({ analysis_type }) => analysis_type === type);
  // The second set has its own step, and `exclude_rules` is redundant because rules can be deselected.
  const {
    other: _set,
    exclude_rules: _rules,
    ...properties
  } = (info?.parameters_schema['properties'] ?? {}) as Record<string, Schema>;
  const { parameters, unreadable } = readRaws(properties, raws);
  const request = {
    analysis_type: type,
    filter: isPart ? filterOf(search) : {},
    parameters: { ...(type === 'set_comparison' && { other: { filter: filterOf(other) } }), ...parameters },
  } as AnalysisRequest;
  const running = useMutation({
    mutationFn: () => quaestor.analysis.run(request, { headers: { prefer: 'respond-async' } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: analysisKeys.lists });
      await navigate({ to: '/analyses/$id', params: { id } });
    },
  });
  const errors = {
    ...parameterErrors(running.error),
    ...Object.fromEntries(unreadable.map((name) => [name, t('analysis.unreadable')])),
  };
  const go = (next: { type?: TypeName; search?: QuestionSearch }) =>
    void navigate({
      to: '/analyses/new',
      search: { ...(next.search ?? search), type: next.type ?? type },
      replace: true,
    });
  return (
    <div className={styles['page']}>
      <p className={own['crumb']}>
        <Link to="/analyses">{t('analysis.page')}</Link>
      </p>
      <h1>{t('analysis.new')}</h1>
      <form
        className={own['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (unreadable.length === 0) running.mutate();
        }}
      >
        <fieldset className={own['step']}>
          <legend>{t('analysis.step.type')}</legend>
          <div className={own['types']}>
            {TYPES.map((one) => (
              <label key={one} data-chosen={one === type || undefined}>
                <input
                  type="radio"
                  name="type"
                  checked={one === type}
                  onChange={() => {
                    setRaws({});
                    running.reset();
                    go({ type: one });
                  }}
                />
                <div>
                  <strong>{t(`analysis.type.${one}.name`)}</strong>
                  <span>{t(`analysis.type.${one}.asks`)}</span>
                </div>
              </label>
            ))}
          </div>
          <p className={own['about']}>{t(`analysis.type.${type}.about`)}</p>
        </fieldset>
        <fieldset className={own['step']}>
          <legend>{t('analysis.step.scope')}</legend>
          <label className={own['radio']}>
            <input type="radio" name="scope" checked={!isPart} onChange={() => setIsPart(false)} />
            {t('analysis.scope.all')} {!isPart && <Count search={{}} />}
          </label>
          <label className={own['radio']}>
            <input type="radio" name="scope" checked={isPart} onChange={() => setIsPart(true)} />
            {t('analysis.scope.part')}
          </label>
          {isPart && (
            <ScopeFilter
              search={search}
              onSearch={(change: SearchChange) => go({ search: compact({ ...search, ...change }) })}
            />
          )}
        </fieldset>
        {type === 'set_comparison' && (
          <fieldset className={own['step']}>
            <legend>{t('analysis.step.other')}</legend>
            <ScopeFilter search={other} onSearch={(change) => setOther(compact({ ...other, ...change }))} />
          </fieldset>
        )}
        <details className={own['settings']} open={Object.keys(errors).length > 0 || undefined}>
          <summary>{t('analysis.step.parameters')}</summary>
          <p className={own['about']}>{t('analysis.defaultsAreFine')}</p>
          {typesError !== null && <Problem error={typesError} />}
          <ParameterFields
            key={type}
            properties={properties}
            raws={raws}
            errors={errors}
            onRaw={(name, raw) => setRaws({ ...raws, [name]: raw })}
          />
        </details>
        {running.error !== null && Object.keys(errors).length === 0 && <Problem error={running.error} />}
        <div className={own['run']}>
          <Button kind="filled" type="submit" disabled={running.isPending}>
            {t(`analysis.type.${type}.run`)}
          </Button>
          <CodeTabs request={request} />
        </div>
      </form>
    </div>
  );
}

/** Finds the field of a pointer such as "#/parameters/min_cell". */
function parameterErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const named = error.errors.map(({ pointer = '', detail }) => [pointer.split('/')[2] ?? '', detail] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
