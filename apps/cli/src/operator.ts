// Who runs an operator's command, where nobody says so.
import { userInfo } from 'node:os';

/** The name of the login. */
export function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
