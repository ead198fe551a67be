// How a PostgreSQL database is reached.

/** `host` may be the folder of a unix socket. Give `pg` a plain copy of it: every field has the name that pg uses. */
export type Connection = { host: string; port: number; user: string; password: string; database: string };
