// The few members of URL and URLSearchParams that the contract uses: it runs in browsers and in Node, and knows the types of neither.

interface URLSearchParams {
  readonly size: number;
  get(name: string): string | null;
  append(name: string, value: string): void;
  delete(name: string): void;
  toString(): string;
}

declare var URLSearchParams: {
  new (init?: string | URLSearchParams | string[][]): URLSearchParams;
};

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly searchParams: URLSearchParams;
  readonly hash: string;
}

declare var URL: {
  new (address: string, base?: string): URL;
};
