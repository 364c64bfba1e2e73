// Owns the addresses and names of the sandbox on the command line.
export const SANDBOX_PORT = 8080;
/** The demo clinic listens this far above the service. */
export const CLINIC_PORT_OFFSET = 2;
/** The operators' console listens this far above the service. */
export const CONSOLE_PORT_OFFSET = 3;
export const SANDBOX_DIRECTORY = '.pestle/sandbox';
export const CONTROL_ROOM_PATH = '/control-room';
