//! Reads imports from the sources: in Rust every `use` and every path that begins with `crate::`; in
//! TypeScript and Svelte every `from "…"`. A folder's `mod.rs` and `index.ts` only re-export: an import
//! through them counts as an import of the file that it resolves to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The imports of each file; paths are relative to the source folder.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// A crate's modules: from the module path to the file and its text without unit tests.
struct Modules(BTreeMap<Vec<String>, (String, String)>);

pub fn of_rust(src: &Path) -> Imports {
    let modules = Modules::read(src);
    let mut imports = Imports::new();
    for (module, (file, text)) in &modules.0 {
        let signpost = module.is_empty() || file.ends_with("mod.rs");
        let own = imports.entry(file.clone()).or_default();
        for used in uses(text).into_iter().filter(|used| !(signpost && used.public)) {
            own.extend(modules.file_of(&modules.absolute(module, &used.path), 0));
        }
        for path in inline_paths(text) {
            own.extend(modules.file_of(&path, 0));
        }
        own.remove(file);
    }
    imports
}

impl Modules {
    fn read(src: &Path) -> Self {
        let mut files = Vec::new();
        super::files_with(src, &["rs"], &mut files);
        let module = |file: PathBuf| {
            let text = std::fs::read_to_string(&file).unwrap();
            let text = text.split("\nmod tests {").next().unwrap_or_default().to_owned();
            let file = file.strip_prefix(src).unwrap().to_string_lossy().replace('\\', "/");
            let mut names: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if names.last().is_some_and(|name| {
                name == "mod" || (names.len() == 1 && ["lib", "main"].contains(&name.as_str()))
            }) {
                names.pop();
            }
            (names, (file, text))
        };
        Self(files.into_iter().map(module).collect())
    }

    /// The path from the crate's root for a path written in a module.
    fn absolute(&self, module: &[String], path: &[String]) -> Vec<String> {
        let mut from = module.to_vec();
        let rest = match path.first().map(String::as_str) {
            Some("crate") => return path[1..].to_vec(),
            Some("self") => &path[1..],
            // One level up for each `super`; any other path is a child of this module, or another crate.
            _ => {
                let up = path.iter().take_while(|part| *part == "super").count();
                from.truncate(from.len().saturating_sub(up));
                &path[up..]
            }
        };
        from.extend_from_slice(rest);
        from
    }

    /// The file of an item's path, after following re-exports; none for items of other crates.
    fn file_of(&self, path: &[String], depth: usize) -> Option<String> {
        let length = (1..=path.len()).rev().find(|&length| self.0.contains_key(&path[..length]))?;
        let (file, text) = self.0.get(&path[..length])?;
        let Some(item) = path.get(length).filter(|_| depth < 8) else { return Some(file.clone()) };
        let through = uses(text).into_iter().find(|used| used.public && used.name == *item);
        let led =
            through.and_then(|used| self.file_of(&self.absolute(&path[..length], &used.path), depth + 1));
        led.or_else(|| Some(file.clone()))
    }
}

/// One name imported by a `use`.
struct Used {
    public: bool,
    name: String,
    path: Vec<String>,
}

fn uses(text: &str) -> Vec<Used> {
    let mut found = Vec::new();
    let mut statement: Option<(bool, String)> = None;
    for line in text.lines() {
        if statement.is_none() {
            let line = line.trim_start();
            let bare = ["pub use ", "pub(crate) use ", "pub(super) use ", "use "];
            let head = bare
                .iter()
                .find_map(|head| line.strip_prefix(head).map(|rest| (head.starts_with("pub"), rest)));
            statement = head.map(|(public, rest)| (public, rest.to_owned()));
        } else if let Some((_, text)) = &mut statement {
            text.push_str(line.trim());
        }
        if let Some((public, whole)) = statement.take_if(|(_, text)| text.contains(';')) {
            let tree = whole.split(';').next().unwrap_or_default();
            expand(tree, &mut Vec::new(), &mut |path, name| {
                found.push(Used { public, name: name.to_owned(), path: path.to_vec() });
            });
        }
    }
    found
}

/// Calls `found` for every path of a use tree such as `crate::a::{B, c::{self, D as E}}`, with its local
/// name.
fn expand(tree: &str, before: &mut Vec<String>, found: &mut impl FnMut(&[String], &str)) {
    let tree = tree.trim();
    let depth = before.len();
    if let Some((head, rest)) = tree.split_once("::").filter(|(head, _)| !head.contains('{')) {
        before.push(head.trim().to_owned());
        expand(rest, before, found);
    } else if let Some(inner) = tree.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let (mut nested, mut begin) = (0, 0);
        for (at, character) in inner.char_indices().chain([(inner.len(), ',')]) {
            match character {
                '{' => nested += 1,
                '}' => nested -= 1,
                ',' if nested == 0 => {
                    expand(&inner[begin..at], before, found);
                    begin = at + 1;
                }
                _ => {}
            }
        }
    } else if !tree.is_empty() {
        let (item, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        if item != "self" {
            before.push(item.trim().to_owned());
        }
        let name =
            if name == "self" { before.last().cloned().unwrap_or_default() } else { name.trim().to_owned() };
        found(before, &name);
    }
    before.truncate(depth);
}

/// Paths inside the code that begin at the crate's root.
fn inline_paths(text: &str) -> Vec<Vec<String>> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        line.match_indices("crate::").map(|(at, _)| &line[at + "crate::".len()..]).collect::<Vec<_>>()
    })
    .map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        rest[..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    })
    .collect()
}

pub fn of_screens(src: &Path) -> Imports {
    let mut files = Vec::new();
    super::files_with(src, &["ts", "svelte"], &mut files);
    let names: BTreeSet<String> = files
        .iter()
        .map(|file| file.strip_prefix(src).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    let mut imports = Imports::new();
    for name in &names {
        // Generated types are left out, and no file imports tests.
        if name.starts_with("backend/types/") || name.contains(".test.") {
            continue;
        }
        let text = std::fs::read_to_string(src.join(name)).unwrap();
        let own = imports.entry(name.clone()).or_default();
        let quoted = [" from '", " from \"", "import('"].into_iter().flat_map(|head| {
            text.match_indices(head)
                .filter_map(|(at, head)| text[at + head.len()..].split(['\'', '"']).next())
        });
        for target in quoted.filter(|target| target.starts_with('.')) {
            let mut parts: Vec<&str> = name.split('/').collect();
            parts.pop();
            for part in target.split('/') {
                match part {
                    "." => {}
                    ".." => drop(parts.pop()),
                    other => parts.push(other),
                }
            }
            let path = parts.join("/");
            let tried =
                [path.clone(), format!("{path}.ts"), format!("{path}.svelte.ts"), format!("{path}/index.ts")];
            own.extend(
                tried.into_iter().find(|path| names.contains(path) && !path.starts_with("backend/types/")),
            );
        }
        own.remove(name);
    }
    imports
}

/// The imports between the folders (and single files) directly in `within`.
pub fn between_folders(imports: &Imports, within: &str) -> Imports {
    let part = |file: &str| {
        let rest = if within.is_empty() { file } else { file.strip_prefix(within)?.strip_prefix('/')? };
        Some(rest.split('/').next()?.to_owned())
    };
    let mut folders = Imports::new();
    for (from, targets) in imports {
        let Some(from) = part(from).filter(|it| !is_signpost(it)) else { continue };
        let own = folders.entry(from.clone()).or_default();
        own.extend(targets.iter().filter_map(|to| part(to)).filter(|to| *to != from && !is_signpost(to)));
    }
    folders
}

/// True if a file only re-exports other files.
pub fn is_signpost(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    ["lib.rs", "mod.rs", "main.rs", "main.ts", "index.ts"].contains(&name)
}

/// The import circles: groups of two or more in which each reaches every other (Tarjan, "Depth-first search
/// and linear graph algorithms", 1972).
pub fn circles(imports: &Imports) -> Vec<Vec<String>> {
    struct Search<'a> {
        imports: &'a Imports,
        index: BTreeMap<&'a str, usize>,
        low: BTreeMap<&'a str, usize>,
        stack: Vec<&'a str>,
        found: Vec<Vec<String>>,
    }
    impl<'a> Search<'a> {
        fn visit(&mut self, node: &'a str) {
            let number = self.index.len();
            self.index.insert(node, number);
            self.low.insert(node, number);
            self.stack.push(node);
            for next in self.imports.get(node).into_iter().flatten() {
                if !self.index.contains_key(next.as_str()) {
                    self.visit(next);
                    let low = self.low[node].min(self.low[next.as_str()]);
                    self.low.insert(node, low);
                } else if self.stack.contains(&next.as_str()) {
                    let low = self.low[node].min(self.index[next.as_str()]);
                    self.low.insert(node, low);
                }
            }
            if self.low[node] == number {
                let from = self.stack.iter().rposition(|it| *it == node).unwrap_or_default();
                let group: Vec<String> = self.stack.split_off(from).into_iter().map(str::to_owned).collect();
                if group.len() > 1 {
                    self.found.push(group);
                }
            }
        }
    }
    let (index, low) = (BTreeMap::new(), BTreeMap::new());
    let mut search = Search { imports, index, low, stack: Vec::new(), found: Vec::new() };
    for node in imports.keys() {
        if !search.index.contains_key(node.as_str()) {
            search.visit(node);
        }
    }
    search.found
}
