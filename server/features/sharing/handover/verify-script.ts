// The script that checks a seal without the product: the text of docs/OPERATING.md, which a test compares.
export const verifyScript = `// verify-seal.mjs
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [sealFile, keysFile, ...files] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const canonical = (value) => {
  if (Array.isArray(value)) return \`[\${value.map(canonical).join(',')}]\`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return \`{\${names.map((name) => \`\${JSON.stringify(name)}:\${canonical(value[name])}\`).join(',')}}\`;
};

const { statement, signature, manifest } = read(sealFile);
const known = read(keysFile).keys.find(({ id }) => id === statement.key);
if (!known) throw new Error('None of the listed keys signed this');
const key = createPublicKey({ key: Buffer.from(known.publicKey, 'base64'), format: 'der', type: 'spki' });
if (!verify(null, Buffer.from(canonical(statement)), key, Buffer.from(signature, 'base64'))) throw new Error('The signature does not match this statement');
if (sha256(canonical(manifest)) !== statement.manifest) throw new Error('The manifest was changed after it was signed');
console.log(\`Release \${statement.number} of \${statement.chain}, sealed \${statement.sealedAt}; before it \${statement.previous ?? 'none'}\`);
const hashes = new Set(manifest.files.flatMap((file) => [file.sha256, ...file.copies.map((copy) => copy.sha256)]));
for (const file of files) console.log(hashes.has(sha256(readFileSync(file))) ? 'sealed    ' : 'NOT SEALED', file);
`;
