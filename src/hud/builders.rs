//! Builder methods of widgets of the built-in kinds with input, and for menus.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::anchor::HudAnchor;
use super::check_box::CheckBox;
use super::choice_list::ChoiceList;
use super::custom::{CustomWidget, WidgetContent};
use super::dialogue::Dialogue;
use super::key_chooser::KeyChooser;
use super::kind::{Button, MenuChange, WidgetKind};
use super::slider::Slider;
use super::style::WidgetIcon;
use super::tabs::Tabs;
use super::widget::Widget;

/// Builder methods for kinds of widgets with input. All of them are custom widgets, and
/// [`CustomWidget::content_mut`] changes their settings.
impl Widget {
    /// Returns a slider with this label, for a range of numbers. Its value starts at the smallest one.
    pub fn slider(label: impl Into<Cow<'static, str>>, range: RangeInclusive<i64>) -> Self {
        let value = *range.start();
        Self::with_content(label, Slider::from(range)).value(value)
    }

    /// Returns a check box with this label. Its value is 1 if it is set, otherwise 0.
    pub fn check_box(label: impl Into<Cow<'static, str>>, is_set: bool) -> Self {
        Self::with_content(label, CheckBox).value(i64::from(is_set))
    }

    /// Returns a list of items with this label. Its value is the index of the chosen item, from 0.
    pub fn list<T: Into<Cow<'static, str>>>(
        label: impl Into<Cow<'static, str>>,
        items: impl IntoIterator<Item = T>,
    ) -> Self {
        Self::with_content(label, ChoiceList::new(items))
    }

    /// Returns tabs with these titles. The label names them for [`Widget::on_tab`], and is not shown. The value is the
    /// number of the chosen page, from 0.
    pub fn tabs<T: Into<Cow<'static, str>>>(
        label: impl Into<Cow<'static, str>>,
        titles: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            show_label: false,
            ..Self::with_content(label, Tabs::new(titles))
        }
    }

    /// Returns a chooser for the keys of an action, with this label.
    pub fn key_chooser(
        label: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::with_content(label, KeyChooser::new(action)).value("")
    }

    /// Returns a dialogue box. The label names it, and is not shown.
    pub fn dialogue(label: impl Into<Cow<'static, str>>, dialogue: Dialogue) -> Self {
        Self {
            show_label: false,
            ..Self::with_content(label, dialogue)
        }
    }

    /// Returns a widget with this label and content. It takes the mouse and keys. The content is a built-in kind with
    /// other settings, or the game's own.
    ///
    /// ```
    /// use damselfly::hud::Slider;
    /// use damselfly::prelude::*;
    ///
    /// let slider = Slider { max: 200, step: 25, width: 9, ..Slider::default() };
    /// let speed = Widget::with_content("Speed", slider).value(100);
    /// assert_eq!(speed.custom().and_then(|it| it.content::<Slider>()).map(|it| it.step), Some(25));
    /// ```
    pub fn with_content(label: impl Into<Cow<'static, str>>, content: impl WidgetContent) -> Self {
        Self::new(label).kind(CustomWidget::of(content))
    }
}

/// Builder methods for menus.
impl Widget {
    /// Puts it into a menu: it is visible only while this is the topmost open menu. Unless its anchor or group was set,
    /// it moves to the middle of the view and is as wide as the menu's other widgets there.
    ///
    /// A menu that is higher than the view needs a scroll area of its name: see
    /// [`Hud::set_scroll_area`](super::Hud::set_scroll_area).
    #[must_use]
    pub fn menu(self, menu: &'static str) -> Self {
        let is_default = self.anchor == HudAnchor::default();
        Self {
            menu,
            anchor: if is_default {
                HudAnchor::Center
            } else {
                self.anchor
            },
            group: if self.group.is_empty() {
                menu
            } else {
                self.group
            },
            ..self
        }
    }

    /// Makes it visible only while the tabs with this label show a page, counted from 0.
    #[must_use]
    pub fn on_tab(self, tabs: impl Into<Cow<'static, str>>, page: u16) -> Self {
        let tab = Some((tabs.into(), page));
        Self { tab, ..self }
    }

    /// Makes the button open a menu above the others. A widget of another kind becomes a button.
    #[must_use]
    pub fn opens(self, menu: &'static str) -> Self {
        self.changes_menus(MenuChange::Open(menu))
    }

    /// Makes the button close the topmost menu. A widget of another kind becomes a button.
    #[must_use]
    pub fn closes_menu(self) -> Self {
        self.changes_menus(MenuChange::Close)
    }

    /// Makes the button close all menus. A widget of another kind becomes a button.
    #[must_use]
    pub fn closes_all_menus(self) -> Self {
        self.changes_menus(MenuChange::CloseAll)
    }

    fn changes_menus(self, menu: MenuChange) -> Self {
        let button = match &self.kind {
            WidgetKind::Button(button) => button.clone(),
            _ => Button::default(),
        };
        self.kind(Button { menu, ..button })
    }

    /// Puts it among the altitudes: see [`Widget::altitude`](Widget#structfield.altitude). `altitude` is its number.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let mut game = Harness::start(App::new("Fog", Options::default()).pixels(160, 64), |cx| {
    /// let fog = cx.assets.add_rect("fog", 160, 64, Color::BLUE)?;
    /// cx.spawn(Object::from(fog).at(vec2(80.0, 32.0)).soft().altitude(3));
    /// cx.hud.add(Widget::text("Behind the fog").at_altitude(2).at(HudAnchor::TopLeft));
    /// # Ok(())
    /// # })?;
    /// # game.step();
    /// # assert_eq!(game.image().count(Color::BLUE), 160 * 64);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    #[doc(alias("CanvasLayer", "z_index"))]
    pub fn at_altitude(self, altitude: u16) -> Self {
        let altitude = Some(altitude);
        Self { altitude, ..self }
    }

    /// Sets the icon to the left of the label: a sprite, or one of its frames.
    #[must_use]
    pub fn icon(self, icon: impl Into<WidgetIcon>) -> Self {
        let icon = Some(icon.into());
        Self { icon, ..self }
    }
}
