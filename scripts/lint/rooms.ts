// The rooms of the service in their order: the one table from which lint refuses arrows back and imports past a room's doors.

/** From the ground up: a room knows the rooms before it. `open`: each of its files may be imported, because it has no inside. */
export const ROOMS: ReadonlyArray<{ readonly name: string; readonly open?: true }> = [
  { name: 'kernel', open: true },
  { name: 'store' },
  { name: 'tries' },
  { name: 'quotas' },
  { name: 'vault' },
  { name: 'audit' },
  { name: 'organization' },
  { name: 'events' },
  { name: 'identity' },
  { name: 'directory' },
  { name: 'catalog' },
  { name: 'coverage' },
  { name: 'screening' },
  { name: 'outbox' },
  { name: 'prescribing' },
  { name: 'routing' },
  { name: 'delivery' },
  { name: 'desk' },
  { name: 'tracking' },
  { name: 'pharmacy-desk' },
  { name: 'conformance' },
  { name: 'alerts' },
  { name: 'tracing' },
  { name: 'http' },
  { name: 'graphql' },
  { name: 'config' },
  { name: 'operator-api' },
  { name: 'console' },
  // Builds every room, for the files that compose the service.
  { name: 'assembly', open: true },
];

/** Why one file of the service may not import another, both as paths below `packages/service/src`; nothing where it may. */
export function refusedImport(importer: string, imported: string): string | undefined {
  const from = roomOf(importer);
  const to = roomOf(imported);
  if (from === to) return undefined;
  if (to === undefined) return `${imported} composes the service: no room may import it.`;
  const height = heightOf(to);
  if (height === undefined) return `The folder ${to} is not in the table of rooms (scripts/lint/rooms.ts).`;
  if (from !== undefined && height > (heightOf(from) ?? -1))
    return `${from} stands before ${to}: a room knows only the rooms before it (${names()}).`;
  if (ROOMS[height]?.open === true) return undefined;
  if (imported === `${to}/${to}.ts` || imported === `${to}/inside.ts`) return undefined;
  return `Past the doors of ${to}: import from ${to}/${to}.ts (for callers with an actor) or ${to}/inside.ts (for other rooms' transactions).`;
}

/** The room of a file; none for the files that compose the service. */
function roomOf(path: string): string | undefined {
  const slash = path.indexOf('/');
  return slash === -1 ? undefined : path.slice(0, slash);
}

function heightOf(room: string): number | undefined {
  const height = ROOMS.findIndex(({ name }) => name === room);
  return height === -1 ? undefined : height;
}

const names = () => ROOMS.map(({ name }) => name).join(' · ');
