// GOOGLE_DRIVE_CREDENTIALS as a checked service account: the JSON that Google gave out, or the path of its file.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidSetting } from './read-setting.ts';

export type DriveAccount = { email: string; key: KeyObject; keyId: string | null; tokenUri: string };

/** Nothing of the key is in the sentence. */
const refusal = (what: string) => new InvalidSetting(`GOOGLE_DRIVE_CREDENTIALS ${what}`);

function textOf(setting: string): string {
  if (setting.startsWith('{')) return setting;
  try {
    return readFileSync(setting, 'utf8');
  } catch {
    // Something long is no path, but maybe a part of the key.
    const named =
      setting.length < 200 && !setting.includes('\n') ? `is '${setting}', but there` : 'is not JSON, and there';
    throw refusal(`${named} is no readable file of that name.`);
  }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null) return fields as Record<string, unknown>;
  } catch {
    // Its message would repeat a part of the key.
  }
  throw refusal('is not JSON: set it to the key file of a service account, or to its content.');
}

function keyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Said below, without a part of the key.
  }
  throw refusal("has a 'private_key' that cannot be read: copy the key file without changing it.");
}

export function readDriveAccount(setting: string | null): DriveAccount | null {
  if (setting === null) return null;
  const fields = fieldsOf(textOf(setting));
  if (fields.type !== 'service_account')
    throw refusal("is not the key of a service account: its 'type' must be service_account.");
  const need = (name: string): string => {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    throw refusal(`has no '${name}': copy the key file of the service account without changing it.`);
  };
  const tokenUri = typeof fields.token_uri === 'string' ? fields.token_uri : 'https://oauth2.googleapis.com/token';
  if (!/^https?:/.test(tokenUri) || !URL.canParse(tokenUri))
    throw refusal(`has the 'token_uri' '${tokenUri}', but it must be an address that begins with https.`);
  const keyId = typeof fields.private_key_id === 'string' ? fields.private_key_id : null;
  return { email: need('client_email'), key: keyOf(need('private_key')), keyId, tokenUri };
}
