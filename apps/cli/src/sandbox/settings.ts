// Owns the addresses and names of the sandbox on the command line.
export const SANDBOX_PORT = 8080;
export const SANDBOX_DIRECTORY = '.pestle/sandbox';
export const CONTROL_ROOM_PATH = '/control-room';
