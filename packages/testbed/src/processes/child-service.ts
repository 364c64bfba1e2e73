// The child's half of a service in a process of its own: composes the real service and does what its parent asks over IPC.
import { flushCompileCache } from 'node:module';
import { seed } from '@pestle/cli/sandbox/seed';
import type { Peers } from '@pestle/sandbox/peers';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';

/** How the child begins. */
export interface ChildStart {
  readonly config: Config;
  /** The pharmacies to write into the store; null when an earlier process did. */
  readonly seed: Pick<Peers, 'pharmacies' | 'partners'> | null;
  /** Whether what is in the outbox leaves. */
  readonly deliver: boolean;
}

/** A row of the outbox that waits when a run is over. */
export interface StillWaiting {
  readonly subjectId: string;
  readonly ahead: boolean;
  readonly told: string;
}

export interface ChildRequest {
  readonly id: number;
  readonly command: string;
  readonly argument: unknown;
}

export type ChildReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** What a child can do besides starting and stopping; arguments and results are what IPC can carry. */
export type ChildCommands = Readonly<Record<string, (service: Service, argument: never) => Promise<unknown>>>;

/** Serves the parent until it disconnects. The service's log goes to the child's standard output. */
export function runChild(commands: ChildCommands = {}): void {
  let service: Service | undefined;
  const perform = async ({ command, argument }: ChildRequest): Promise<unknown> => {
    if (command === 'start') {
      service = await start(argument as ChildStart);
      return undefined;
    }
    if (service === undefined) throw new Error('the service has not started');
    if (command === 'stop') return await service.close();
    const act = commands[command];
    if (act === undefined) throw new Error(`unknown command ${command}`);
    return await act(service, argument as never);
  };
  process.on('message', (request: ChildRequest) => {
    perform(request).then(
      (value) => reply({ id: request.id, value }),
      (error: unknown) =>
        reply({
          id: request.id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  // A parent that is gone leaves no service behind.
  process.on('disconnect', () => process.exit());
}

async function start({ config, seed: network, deliver }: ChildStart): Promise<Service> {
  const service = await createService(config, { log: createLog({ level: config.logLevel }) });
  if (network !== null) await seed({ service, peers: network, baseUrl: config.baseUrl });
  if (deliver) await service.listen();
  else await service.app.listen({ host: config.host, port: config.port });
  // Written at exit otherwise, which a killed process never comes to.
  flushCompileCache();
  return service;
}

function reply(message: ChildReply): void {
  if (process.connected) process.send?.(message);
}
