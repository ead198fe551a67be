// The words of the mails with one-time links.
import { invitationDays, resetMinutes } from '#contract/accounts/account-links.ts';
import type { Letter } from '#server/features/notifications/deliveries.ts';

type LinkInLetter = { brand: string; path: string };

export function invitationLetter({ brand, path }: LinkInLetter): Letter {
  return {
    subject: `Your account at ${brand}`,
    heading: `You are invited to ${brand}`,
    paragraphs: [
      'An account was made for you. Choose a password, and you are in.',
      `The link works once, for ${invitationDays} days. If you expected no invitation, do nothing.`,
    ],
    action: { label: 'Choose a password', path },
  };
}

export function resetLetter({ brand, path }: LinkInLetter): Letter {
  return {
    subject: `A new password for ${brand}`,
    heading: 'Choose a new password',
    paragraphs: [
      'Somebody, most likely you, asked for a way to set a new password.',
      `The link works once, for ${resetMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    ],
    action: { label: 'Set a new password', path },
  };
}
