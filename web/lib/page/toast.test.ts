// The rules of a toast: one at a time, and what is dismissed stays known for a long while.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToast, dismissToast, onToast, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the newest takes the place of the one before', () => {
  toast({ title: 'First' });
  toast({ title: 'Second', variant: 'destructive' });
  expect(currentToast()).toMatchObject({ title: 'Second', variant: 'destructive', open: true });
});

it('a dismissed one closes at once and is removed after 1,000,000 ms', () => {
  toast({ title: 'Gone soon' });
  dismissToast();
  expect(currentToast()).toMatchObject({ title: 'Gone soon', open: false });
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeUndefined();
});

it('the removal of an old one never takes a new one away', () => {
  toast({ title: 'Old' });
  dismissToast();
  toast({ title: 'New' });
  vi.advanceTimersByTime(1_000_000);
  expect(currentToast()).toMatchObject({ title: 'New', open: true });
});

it('a subscriber receives every change until it unsubscribes', () => {
  const heard = vi.fn();
  const leave = onToast(heard);
  toast({ title: 'One' });
  dismissToast();
  leave();
  toast({ title: 'Two' });
  expect(heard).toHaveBeenCalledTimes(2);
});
