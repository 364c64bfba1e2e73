// Tells React's JSX the tags, attributes, properties and events of the elements.
import type { PrescribeWorkflowElement } from '@pestle/elements';
import type { CustomElements } from '@pestle/elements/jsx';

type Properties<Element> = Partial<Omit<Element, keyof HTMLElement>>;
type Attributes = CustomElements['svc-prescribe-workflow'];

interface Workflow extends Attributes, Properties<PrescribeWorkflowElement> {}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Omit<CustomElements, 'svc-prescribe-workflow'> {
      'svc-prescribe-workflow': Workflow;
    }
  }
}
