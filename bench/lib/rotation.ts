// Servers behind a proxy without stickiness: any request goes to any of them, and one that leaves gets no more and finishes its own.
import type { Product, ProductReply, ProductRequest } from '#server/test-support/processes/product-process.ts';

export type Member = { name: string; product: Product; underway: Set<Promise<unknown>> };

export type Rotation = {
  members: Member[];
  join(name: string, product: Product): Member;
  /** Any of them, but not this one if there is another. */
  pick(but?: Member): Member;
  ask(member: Member, what: string, request?: ProductRequest): Promise<ProductReply>;
  /** Waits for what it was asked, then ends it as an operator does. */
  leave(member: Member): Promise<void>;
};

export function createRotation(): Rotation {
  const members: Member[] = [];
  return {
    members,
    join(name, product) {
      const member = { name, product, underway: new Set<Promise<unknown>>() };
      members.push(member);
      return member;
    },
    pick(but) {
      const others = members.filter((member) => member !== but);
      const among = others.length > 0 ? others : members;
      const member = among[Math.floor(Math.random() * among.length)];
      if (!member) throw new Error('Nobody serves');
      return member;
    },
    ask(member, what, request) {
      const asked = member.product.ask(what, request);
      member.underway.add(asked);
      const over = () => member.underway.delete(asked);
      asked.then(over, over);
      return asked;
    },
    async leave(member) {
      members.splice(members.indexOf(member), 1);
      while (member.underway.size > 0) await Promise.allSettled(member.underway);
      await member.product.end('SIGTERM');
    },
  };
}
