// A form that loses nothing: input is stored on the device until it is sent or discarded, and an edit never overwrites unseen changes.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldValues, type Path, type PathValue, type Resolver, useForm } from 'react-hook-form';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { type Draft, dropDraft, keepDraft, type Owner, onRecovered, readDraft } from './drafts.ts';

/** `version`: for a form that edits something, its state (a session's `recordId`). */
export type FormState<Values> = { values: Values; version?: number | undefined };

type DraftFormOptions<Values extends FieldValues> = {
  owner: Owner;
  /** The name of its drafts: the form, and what it is about. */
  name: string;
  /** The initial values; read once. */
  initial: FormState<Values>;
  resolver?: Resolver<Values>;
  /** Never stored on the device: passwords. */
  secret?: readonly (keyof Values)[];
};

export type DraftForm<Values extends FieldValues> = ReturnType<typeof useDraftForm<Values>>;

type Start<Values> = FormState<Values> & { restored: boolean; differences?: Difference[] | undefined };

/** Restores a draft; one that started from a former state is merged into the present one, and both are shown. */
function startOf<Values extends FieldValues>(
  initial: FormState<Values>,
  kept: Draft<Values> | undefined,
): Start<Values> {
  if (!kept) return { ...initial, restored: false };
  const mine = { ...initial.values, ...kept.values };
  if (!kept.base || kept.base.version === initial.version) return { ...initial, values: mine, restored: true };
  const merged = mergeEdits({ from: { ...initial.values, ...kept.base.values }, mine, theirs: initial.values });
  return { ...initial, ...merged, restored: true };
}

export function useDraftForm<Values extends FieldValues>(options: DraftFormOptions<Values>) {
  const { owner, name, resolver, secret = [] } = options;
  const [base, setBase] = useState(options.initial);
  const [start] = useState(() => startOf(options.initial, readDraft<Values>(owner, name)));
  const [restored, setRestored] = useState(start.restored);
  const [differences, setDifferences] = useState(start.differences);
  const form = useForm<Values>({
    defaultValues: start.values as never,
    ...(resolver ? { resolver } : {}),
  });
  /** Values set by code are no draft: storing begins with the first key. */
  const typed = useRef(start.restored);
  /** A person has changed something since the form was opened. */
  const changed = useRef(false);
  const sent = useRef(false);

  function keep(from = base): void {
    if (sent.current || !typed.current) return;
    const blank = (values: Values) =>
      ({ ...values, ...Object.fromEntries(secret.map((field) => [field, ''])) }) as Values;
    const values = blank(form.getValues());
    const { version } = from;
    if (isSame(values, blank(from.values))) dropDraft(owner, name);
    else
      keepDraft(owner, name, {
        values,
        base: version === undefined ? undefined : { version, values: blank(from.values) },
      });
  }
  /** A draft that is found late is restored as if it had been there, unless somebody is typing by now. */
  const takeUp = useEffectEvent(() => {
    if (changed.current || sent.current) return;
    const found = startOf(base, readDraft<Values>(owner, name));
    if (!(found.restored || restored) || isSame(found.values, form.getValues())) return;
    typed.current = found.restored;
    form.reset(found.values);
    setRestored(found.restored);
    setDifferences(found.differences);
  });
  useEffect(() => {
    // It may have been found between the first render and now.
    takeUp();
    return onRecovered(() => takeUp());
  }, []);
  const keepNow = useRef(keep);
  keepNow.current = keep;
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { type }) => {
      if (type === 'change') {
        typed.current = true;
        changed.current = true;
      }
      keepNow.current();
    });
    return unsubscribe;
  }, [form]);

  function end(): void {
    sent.current = true;
    dropDraft(owner, name);
  }

  /** Somebody else was first: their state is the new base, with your edits merged into it. */
  function rebase(present: FormState<Values>): void {
    const merged = mergeEdits({ from: base.values, mine: form.getValues(), theirs: present.values });
    form.reset(merged.values);
    setBase(present);
    setDifferences(merged.differences);
    typed.current = true;
    keep(present);
  }

  return {
    form,
    /** Sent with an edit. */
    version: base.version,
    restored,
    differences,
    /** Discards what was typed. */
    discard(): void {
      typed.current = false;
      changed.current = true;
      dropDraft(owner, name);
      form.reset(base.values);
      setRestored(false);
      setDifferences(undefined);
    },
    /** The same values under a new version: one's own write beside the form, such as a photo. */
    renew(version: number): void {
      setBase({ ...base, version });
      keep({ ...base, version });
    },
    /** The server has it. */
    done: end,
    forms: [name],
    taken: end,
    givenBack(): void {
      sent.current = false;
      keepNow.current();
    },
    /** Sets a value that a person filled in without typing: stored like typed ones. */
    choose(path: string, value: unknown): void {
      typed.current = true;
      const shouldValidate = form.formState.isSubmitted;
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldValidate,
      });
    },
    /** True for a refusal because of an outdated version; `read` turns the present state into form values. */
    takeStale<Present>({ code, present }: ApiError, read: (present: Present) => FormState<Values>): boolean {
      if (code !== 'stale' || !present) return false;
      rebase(read(present as Present));
      return true;
    },
  };
}

// Merges somebody's edits into a base that has changed meanwhile: field by field, losing nothing.
type Row = { id?: unknown };
/** A field that you changed and where theirs differs. `path` is dotted, as in the form. */
export type Difference = { path: string; theirs: unknown; yours: unknown };

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((row) => isGroup(row) && 'id' in row);
}

/** Rows that only they added are included, and those that only they removed go: a list is sent as a whole. */
function mergeRows(from: Row[], mine: Row[], theirs: Row[]): Row[] {
  const find = (rows: Row[], { id }: Row) => rows.find((row) => id !== null && row.id === id);
  const kept = mine.filter((row) => {
    const before = find(from, row);
    return !before || find(theirs, row) !== undefined || !isSame(before, row);
  });
  const merged = kept.map((row) => {
    if (isSame(find(from, row), row)) return find(theirs, row) ?? row;
    // They removed what you changed: it counts as new now.
    return find(from, row) && !find(theirs, row) ? { ...row, id: null } : row;
  });
  return [...merged, ...theirs.filter((row) => !find(from, row) && !find(mine, row))];
}

/** Yours if you changed it, else theirs. */
function mergeValue(from: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(from, mine)) return theirs;
  return isRows(from) && isRows(mine) && isRows(theirs) ? mergeRows(from, mine, theirs) : mine;
}

export function mergeEdits<Values extends Record<string, unknown>>(states: {
  /** The common base of both. */
  from: Values;
  mine: Values;
  theirs: Values;
}): { values: Values; differences: Difference[] } {
  const { from, mine, theirs } = states;
  const differences: Difference[] = [];
  const values = Object.keys(mine).map((name) => {
    const [before, yours, other] = [from[name], mine[name], theirs[name]];
    if (isGroup(before) && isGroup(yours) && isGroup(other)) {
      const merged = mergeEdits({ from: before, mine: yours, theirs: other });
      differences.push(...merged.differences.map((one) => ({ ...one, path: `${name}.${one.path}` })));
      return [name, merged.values];
    }
    const value = mergeValue(before, yours, other);
    if (!isSame(before, yours) && !isSame(yours, other)) differences.push({ path: name, theirs: other, yours: value });
    return [name, value];
  });
  return { values: Object.fromEntries(values) as Values, differences };
}
