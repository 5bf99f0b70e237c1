//! [`ImageLayers`]: the layers of an image's file, as in Aseprite, and the choice of those that its frames show.

use std::collections::HashSet;

use thiserror::Error;

use crate::words::listed;

/// A layer of an image's file, or a group of layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageLayer {
    /// Its name; several may share one.
    pub name: String,
    /// Groups around it.
    pub depth: usize,
    /// True for a group.
    pub is_group: bool,
    /// True if the frames show it.
    pub is_shown: bool,
}

/// The layers of an image's file, and those that are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageLayers {
    /// All layers and groups, from the bottom up, a group before what is in it; empty for formats without layers.
    pub all: Vec<ImageLayer>,
    /// Names of the chosen layers and groups; `None` for those that the file shows.
    pub chosen: Option<Vec<String>>,
}

/// A name that no layer has, in a clause about the image.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayerNameError {
    /// The image has no layers.
    #[error("it has no layers")]
    NoLayers,
    /// The image has other layers.
    #[error("it has no layer '{name}'; it has {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The first known names, as a list.
        known: String,
    },
}

impl ImageLayers {
    /// The most layers and groups that a list has room for: a file may hold 65,536, all inside each other.
    const MOST_LISTED: usize = 1_000;

    /// Numbers of the shown layers and of all, groups aside.
    pub fn counts(&self) -> [usize; 2] {
        let layers = || self.all.iter().filter(|layer| !layer.is_group);
        [layers().filter(|layer| layer.is_shown).count(), layers().count()]
    }

    /// True if there is something to choose, and few enough to choose from.
    pub fn are_listed(&self) -> bool {
        self.all.len() <= Self::MOST_LISTED && self.counts()[1] > 1
    }

    /// The layers from the top down, each with the groups around it in its title: `hero / body`.
    pub fn titled(&self) -> Vec<(String, &ImageLayer)> {
        let (mut around, mut titled): (Vec<&str>, _) = (Vec::new(), Vec::new());
        for layer in &self.all {
            around.truncate(layer.depth);
            around.push(&layer.name);
            if !layer.is_group {
                titled.push((around.join(" / "), layer));
            }
        }
        titled.reverse();
        titled
    }

    /// The names of the shown layers, groups aside.
    pub fn shown(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let shown = self.all.iter().filter(|layer| layer.is_shown && !layer.is_group && seen.insert(&layer.name));
        shown.map(|layer| layer.name.clone()).collect()
    }

    /// The shown layers without the layers and groups of these names.
    ///
    /// # Errors
    /// If there is no layer of one of the names.
    pub fn without(&self, hidden: &[String]) -> Result<Vec<String>, LayerNameError> {
        self.check(hidden)?;
        let (hidden, mut gone): (HashSet<&String>, HashSet<&String>) = (hidden.iter().collect(), HashSet::new());
        // The depth of the hidden layer or group that is gone through.
        let mut inside: Option<usize> = None;
        for ImageLayer { name, depth, .. } in &self.all {
            inside = inside.filter(|group| depth > group).or_else(|| hidden.contains(name).then_some(*depth));
            if inside.is_some() {
                gone.insert(name);
            }
        }
        Ok(self.shown().into_iter().filter(|name| !gone.contains(name)).collect())
    }

    /// Refuses names that no layer has.
    ///
    /// # Errors
    /// If there is no layer of one of the names.
    pub fn check(&self, names: &[String]) -> Result<(), LayerNameError> {
        let known: HashSet<&String> = self.all.iter().map(|layer| &layer.name).collect();
        match names.iter().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(_) if self.all.is_empty() => Err(LayerNameError::NoLayers),
            Some(name) => {
                let known = listed(&self.all.iter().map(|layer| layer.name.clone()).collect::<Vec<_>>());
                Err(LayerNameError::Unknown { name: name.clone(), known })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_group_hides_what_is_in_it() {
        let layer = |name: &str, depth, is_group| ImageLayer { name: name.to_owned(), depth, is_group, is_shown: true };
        let all =
            vec![layer("back", 0, false), layer("hero", 0, true), layer("body", 1, false), layer("hat", 0, false)];
        let layers = ImageLayers { all, chosen: None };
        let without = |names: &[&str]| layers.without(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(without(&["back"]), Ok(vec!["body".to_owned(), "hat".to_owned()]));
        assert_eq!(without(&["hero"]), Ok(vec!["back".to_owned(), "hat".to_owned()]));
        let titles: Vec<_> = layers.titled().into_iter().map(|(title, _)| title).collect();
        assert_eq!(titles, ["hat", "hero / body", "back"]);
        let unknown = without(&["hut"]).expect_err("no layer of this name");
        assert_eq!(unknown.to_string(), "it has no layer 'hut'; it has back, hero and 2 more");
    }
}
