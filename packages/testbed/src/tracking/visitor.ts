// A browser without a screen in front of pages behind secret links: at an address of its own, with its cookies, over nodes in turn.
import type { FastifyInstance } from 'fastify';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The token of the page's forms; empty where it has none. */
  readonly formToken: string;
}

/** It follows nothing by itself. */
export interface Visitor {
  readonly get: (url: string) => Promise<PageAnswer>;
  readonly post: (url: string, form: Readonly<Record<string, string>>) => Promise<PageAnswer>;
  /** Its cookies as it sends them, for what is asked elsewhere in its name, or once it has thrown them away. */
  readonly cookie: () => string;
}

/** Makes visitors, each at another address unless one is given. Every request goes to the next node, as behind a balancer. */
export function visitorsOf(nodes: readonly FastifyInstance[]): (ip?: string) => Visitor {
  let visitors = 0;
  let requests = 0;
  return (ip) => {
    visitors += 1;
    const address = ip ?? `203.0.113.${visitors}`;
    const jar = new Map<string, string>();
    const cookieNow = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = async (method: 'GET' | 'POST', url: string, payload?: string): Promise<PageAnswer> => {
      requests += 1;
      const cookie = cookieNow();
      const node = nodes[requests % nodes.length];
      if (node === undefined) throw new Error('there is no node');
      const response = await node.inject({
        method,
        url,
        headers: {
          'x-forwarded-for': address,
          ...(cookie !== '' && { cookie }),
          ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(payload !== undefined && { payload }),
      });
      for (const set of [response.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        formToken: /name="form" value="([^"]+)"/.exec(response.body)?.[1] ?? '',
      };
    };
    return {
      cookie: cookieNow,
      get: (url) => send('GET', url),
      post: (url, form) => send('POST', url, new URLSearchParams(form).toString()),
    };
  };
}
