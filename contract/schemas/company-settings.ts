// The schema of the company's settings, one field for each row of their table.
import * as z from 'zod/mini';
import { day } from './fields.ts';

const weekday = z.int().check(z.gte(1), z.lte(7));
const workingDays = z.int().check(z.gte(1), z.lte(90));

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const CompanySettings = z.object({
  workingDays: z.array(weekday).check(z.minLength(1, 'At least one day of the week must be a working day')),
  holidays: z.array(day('A holiday must be a day, yyyy-mm-dd')).check(z.maxLength(1000)),
  timeZone: z.string().check(z.refine(isTimeZone, 'This time zone is not known')),
  responseDays: z.object({ high: workingDays, medium: workingDays, low: workingDays }),
});
