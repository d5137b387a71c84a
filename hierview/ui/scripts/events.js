// What the editor and the viewers of a page tell each other: events on what `pageOf` gives.
export const LIGHT = "hierview-light";  // the numbers of the classes that are pointed at
export const SHOW = "hierview-show";    // markup that answers an edit at once, for the viewers that it names
export const STEP = "hierview-step";    // a step that is not drawn yet, for the editor, with what takes its markup
export const EDIT = "hierview-edit";    // a choice in a viewer that is an edit, for the editor, where there is one

// What a root of a part stands in: one of several pages on the document, where its host made some, or the document.
export const pageOf = (root) => root.host?.closest(".hv-page") ?? document;
