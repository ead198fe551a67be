// Claims about tables for spreadsheets: what is text stays text, whatever it holds.
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each(['=1+1', '+234', '-3', '@SUM(A1)', '\tx', '\rx'])('a spreadsheet computes nothing in %j', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`);
});

test('quotes, commas and line breaks stay within their cell', () => {
  expect(csvLine(['Okafor, "Sons"\r\nLtd', 2.5, null, ''])).toBe('"Okafor, ""Sons""\r\nLtd",2.5,,""\r\n');
});
