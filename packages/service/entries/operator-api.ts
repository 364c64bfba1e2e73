// What other packages are offered of operator-api.

/** `POST /graphql` of the operators' listener, and the administrations that it needs: for a stage of tests. */
export { type Administrations, operatorApi, operatorSchema } from '../src/operator-api/operator-api.ts';
