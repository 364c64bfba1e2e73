// What `custom-elements.json` says of an element, as far as it is read here.

export interface Member {
  readonly kind: 'field' | 'method';
  readonly name: string;
  readonly privacy?: string;
  readonly static?: boolean;
  readonly description?: string;
  readonly type?: { readonly text: string };
  /** Of methods. */
  readonly parameters?: readonly {
    readonly name: string;
    readonly optional?: boolean;
    readonly type?: { readonly text: string };
  }[];
  readonly return?: { readonly type?: { readonly text: string } };
  readonly attribute?: string;
  readonly inheritedFrom?: object;
}

export interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly description?: string;
  readonly members?: readonly Member[];
  readonly events?: readonly {
    readonly name: string;
    readonly type: { readonly text: string };
    readonly description?: string;
  }[];
  readonly slots?: readonly { readonly name: string; readonly description?: string }[];
}

export interface ElementDescription extends Declaration {
  readonly tagName: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly fieldName: string;
    readonly type: { readonly text: string };
    readonly description: string;
  }[];
  readonly cssParts: readonly { readonly name: string; readonly description: string }[];
  readonly cssProperties: readonly {
    readonly name: string;
    readonly description: string;
    readonly default?: string;
  }[];
}

export interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly [{ readonly declarations: readonly ElementDescription[] } & object];
}
