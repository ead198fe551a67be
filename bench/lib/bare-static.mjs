// The baseline of pictures: @fastify/static serves the files of a folder to everybody.
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

const app = Fastify();
await app.register(fastifyStatic, { root: process.argv[2] ?? '', maxAge: '1y', immutable: true });
console.log(`The floor is ready: ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
