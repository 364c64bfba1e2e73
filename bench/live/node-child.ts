// Child process: one node that serves streams of what changes over a PostgreSQL store, to callers who name themselves.
import { createEvents } from '@pestle/service/for-tests/routing';
import { systemPorts } from '@pestle/service/kernel';
import { openPostgresStore } from '@pestle/service/store';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import Fastify from 'fastify';

process.once('message', (url: string) => {
  void serve(url).then((address) => process.send?.(address));
});
process.on('disconnect', () => process.exit());

async function serve(url: string): Promise<string> {
  const store = openPostgresStore(url);
  const events = createEvents({
    store,
    ports: systemPorts,
    onError: (error) => {
      throw error;
    },
  });
  const app = Fastify();
  await app.register(
    events.routes({
      prove: async ({ headers }) => ({
        orgId: TEST_ORGANIZATION,
        id: String(headers['x-person']),
        kinds: new Set(['order', 'desk', 'draft', 'patient']),
        endsAtMs: Number.POSITIVE_INFINITY,
        standing: null,
      }),
    }),
  );
  return await app.listen({ port: 0, host: '127.0.0.1' });
}
