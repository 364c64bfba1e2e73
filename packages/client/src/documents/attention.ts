// The document about how much needs whoever is signed in.
import { graphql } from '../schema/graphql.ts';

export const Attention = graphql(`
  query Attention {
    deskFigures { mine }
  }
`);
