// Time stamps of an authority (RFC 3161): what is asked, and what an answer says of it. Whether the authority is to be trusted, who verifies decides.
import { randomBytes } from 'node:crypto';
import { SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

const sha256 = '2.16.840.1.101.3.4.2.1';

const bytesOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** `hash`: 32 bytes. `nonce`: the answer repeats it. */
export function timeStampQuery(hash: Uint8Array): { query: Buffer; nonce: Buffer } {
  const nonce = randomBytes(8);
  // A positive number that begins with no zero, so that it is written in eight bytes.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 1;
  const hashAlgorithm = new AlgorithmIdentifier({ algorithm: sha256, parameters: null });
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage: new OctetString(bytesOf(hash)) });
  const query = new TimeStampReq({ messageImprint, nonce: bytesOf(nonce), certReq: true });
  return { query: Buffer.from(AsnConvert.serialize(query)), nonce };
}

/** When it was stamped, where the answer is a stamp of this hash; throws an Error with a sentence otherwise. */
export function readTimeStamp(answer: Uint8Array, asked: { hash: Uint8Array; nonce: Uint8Array }): Date {
  const { status, timeStampToken } = AsnConvert.parse(bytesOf(answer), TimeStampResp);
  // Granted, or granted with changes.
  if (Number(status.status) > 1 || !timeStampToken)
    throw new Error(`It refused to stamp, with status ${status.status}.`);
  const content = AsnConvert.parse(timeStampToken.content, SignedData).encapContentInfo.eContent;
  const said = content?.single ?? content?.any;
  if (!said) throw new Error('Its stamp says nothing.');
  const info = AsnConvert.parse(said instanceof OctetString ? said.buffer : said, TSTInfo);
  if (!Buffer.from(info.messageImprint.hashedMessage.buffer).equals(asked.hash))
    throw new Error('It stamped something else.');
  if (!info.nonce || !Buffer.from(info.nonce).equals(asked.nonce)) throw new Error('It answered an earlier question.');
  return info.genTime;
}
