// What a company may set for itself, and what holds until it does (behaviour §14).

export type CompanySettings = {
  /** 1 is Monday, 7 is Sunday. */
  workingDays: readonly number[];
  /** Days on which nobody works, yyyy-mm-dd. */
  holidays: readonly string[];
  /** IANA name: where the company's days begin and end. */
  timeZone: string;
  /** After how many working days the first answer to a concern is due, by its priority. */
  responseDays: { high: number; medium: number; low: number };
};

export const defaultSettings: CompanySettings = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  timeZone: 'Africa/Lagos',
  responseDays: { high: 1, medium: 3, low: 7 },
};
